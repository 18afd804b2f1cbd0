import type { FederationInstance } from '@atalaia/kernel'

declare const __webpack_require__: { readonly federation: { readonly instance: FederationInstance } }

/**
 * The instance that the build's federation plugin made. Importing the runtime package instead would ship it twice.
 */
export const federationInstance = (): FederationInstance => __webpack_require__.federation.instance

/** Where the runtimes of all remotes look up the hash of a file before they load it. */
export const publishIntegrity = (integrity: ReadonlyMap<string, string>): void => {
  Object.defineProperty(globalThis, Symbol.for('atalaia.integrity'), { value: integrity })
}
