declare module '@bench/*'

declare module '@softarc/native-federation-orchestrator' {
  export const initFederation: (
    remotes: Readonly<Record<string, string>>,
    options: { readonly hostRemoteEntry: { readonly url: string } },
  ) => Promise<{ readonly loadRemoteModule: (remote: string, module: string) => Promise<unknown> }>
}
