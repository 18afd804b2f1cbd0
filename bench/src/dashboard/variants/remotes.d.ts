/** A remote's own module, by the aliases of build-variants.ts. */
declare module '@bench/*'
