declare module '@bench/*'

declare module '@softarc/native-federation-orchestrator' {
  export const initFederation: (
    remotes: Readonly<Record<string, string>>,
    options: { readonly hostRemoteEntry: { readonly url: string }; readonly storage: unknown },
  ) => Promise<{ readonly loadRemoteModule: (remote: string, module: string) => Promise<unknown> }>
}

declare module '@softarc/native-federation-orchestrator/options' {
  export const localStorageEntry: unknown
}
