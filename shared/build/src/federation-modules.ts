import type { Module } from 'webpack'

/** A module of webpack's federation that stands for a shared one: consumed from the page, or provided to it. */
export type FederatedModule = { readonly kind: 'consume' | 'provide'; readonly name: string }

/** Recognises the federation plugin's own modules; `undefined` for every other module. */
export const federatedModule = (module: Module): FederatedModule | undefined => {
  if (module.type === 'consume-shared-module') return { kind: 'consume', name: shareKey(module) }
  if (module.type === 'provide-module') return { kind: 'provide', name: providedName(module) }
  return undefined
}

/** The version of a module of kind `provide`. */
export const providedVersion = (module: Module): string => {
  if (!('_version' in module)) return ''
  const { _version: version } = module
  return String(version)
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
