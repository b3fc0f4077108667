/** What becomes of what belonged to an account that is deleted. */
export const DeletionEffects = () => (
  <ul aria-label="What happens" className="list-inside list-disc text-muted text-sm">
    <li>They are signed out at once and cannot sign in again.</li>
    <li>Name, address, phone and messages are removed; credits that are left are lost.</li>
    <li>Orders, the ledger of credits and draws keep a pseudonym, as the law and fair draws want it.</li>
  </ul>
)
