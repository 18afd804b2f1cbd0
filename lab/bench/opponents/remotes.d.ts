/** A remote's own module, by the aliases of the builds here. */
declare module '@bench/*'

/** Installed beside its opponent, and in no other place. */
declare module '@softarc/native-federation-orchestrator' {
  export const initFederation: (
    remotes: Readonly<Record<string, string>>,
    options: { readonly hostRemoteEntry: { readonly url: string } },
  ) => Promise<{ readonly loadRemoteModule: (remote: string, module: string) => Promise<unknown> }>
}
