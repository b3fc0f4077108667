export const Fingerprint = ({ children }: { children: string }) => (
  <code className="block break-all font-mono text-muted text-sm">{children}</code>
)

export const Line = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-muted text-sm">{name}</dt>
    <dd>
      <Fingerprint>{value}</Fingerprint>
    </dd>
  </div>
)
