import type { Compilation, Module } from 'webpack'

export type FederatedModule = { readonly kind: 'consume' | 'provide'; readonly name: string }

/** `undefined` for every other module. */
export const federatedModule = (module: Module): FederatedModule | undefined => {
  if (module.type === 'consume-shared-module') return { kind: 'consume', name: shareKey(module) }
  if (module.type === 'provide-module') return { kind: 'provide', name: providedName(module) }
  return undefined
}

export const providedVersion = (module: Module): string => {
  if (!('_version' in module)) return ''
  const { _version: version } = module
  return String(version)
}

/**
 * Reads imports, because webpack marks no uses of unknown exports. `undefined`: undecidable, as for
 * a `require`.
 */
export const usedExports = ({ moduleGraph }: Compilation, modules: readonly Module[]): string[] | undefined => {
  const names = new Set<string>()
  for (const { dependency } of modules.flatMap((module) => [...moduleGraph.getIncomingConnections(module)])) {
    for (const reference of dependency?.getReferencedExports(moduleGraph, undefined) ?? []) {
      const [name] = Array.isArray(reference) ? reference : reference.name
      if (name === undefined) return undefined
      names.add(name)
    }
  }
  return [...names].toSorted()
}

/** `undefined` where webpack cannot tell. */
export const providedExports = ({ moduleGraph }: Compilation, module: Module): string[] | undefined => {
  const [dependency] = [module, ...module.blocks].flatMap(({ dependencies }) => dependencies)
  const provided = dependency && moduleGraph.getModule(dependency)
  const names = provided && moduleGraph.getProvidedExports(provided)
  if (!provided || !Array.isArray(names)) return undefined
  // A CommonJS module is its own default export.
  const isEsModule = provided.buildMeta?.['exportsType'] === 'namespace'
  return [...new Set([...names, ...(isEsModule ? [] : ['default'])])].toSorted()
}

// The plugin declares no types for these fields.
const shareKey = (module: Module): string => {
  const options: unknown = 'options' in module ? module.options : undefined
  return typeof options === 'object' && options !== null && 'shareKey' in options ? String(options.shareKey) : ''
}

const providedName = (module: Module): string => {
  if (!('_name' in module)) return ''
  const { _name: name } = module
  return String(name)
}
