import type { FederationInstance } from '@atalaia/kernel'

// The instance that the build's federation plugin makes. Importing the runtime package instead would ship it twice.
declare const __webpack_require__: { readonly federation: { readonly instance: FederationInstance } }

/** The page's Module Federation. A file of its own, because `npm run bench -- dashboard` builds the shell with others in its place. */
export const federationInstance = (): FederationInstance => __webpack_require__.federation.instance
