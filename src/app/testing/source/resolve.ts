import type { SourceModule } from './source-modules.ts'

export type Modules = ReadonlyMap<string, SourceModule>
/** A top-level declaration. */
export type Place = { file: string; name: string }

/** The top-level declaration that a name of a file stands for, there or where it is imported from. */
export function resolve(modules: Modules, file: string, local: string): Place | undefined {
  const module = modules.get(file)
  if (module?.declared.has(local)) return { file, name: local }
  const target = module?.imported.get(local)
  return target && resolveExport(modules, target.file, target.name)
}

export function resolveExport(modules: Modules, file: string, exported: string): Place | undefined {
  const name = modules.get(file)?.exported.get(exported)
  return name === undefined ? undefined : resolve(modules, file, name)
}
