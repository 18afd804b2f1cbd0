/** The entry of each pilet: `@bench/remote` is the module of the remote that it is built for. */
type Api = { readonly registerRemote: (load: () => Promise<unknown>) => void }

export const setup = (api: Api): void => api.registerRemote(() => import('@bench/remote'))
