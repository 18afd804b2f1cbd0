import type { Module } from 'webpack'

/** A module that webpack's federation put in for a shared one: where it is taken from, or offered to, the page. */
export type FederatedModule = { readonly kind: 'consume' | 'provide'; readonly name: string }

/** Reads the federation plugin's own module kinds; `undefined` for every other module. */
export const federatedModule = (module: Module): FederatedModule | undefined => {
  if (module.type === 'consume-shared-module') return { kind: 'consume', name: shareKey(module) }
  if (module.type === 'provide-module') return { kind: 'provide', name: providedName(module) }
  return undefined
}

/** The version that a module of kind `provide` is offered in. */
export const providedVersion = (module: Module): string => String(Reflect.get(module, '_version'))

// The plugin declares no types for these fields.
const shareKey = (module: Module): string => {
  const options: unknown = Reflect.get(module, 'options')
  return typeof options === 'object' && options !== null ? String(Reflect.get(options, 'shareKey')) : ''
}

const providedName = (module: Module): string => String(Reflect.get(module, '_name'))
