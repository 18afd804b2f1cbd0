/** Entry of each pilet; `@bench/remote` is its remote's module. */
type Api = { readonly registerRemote: (load: () => Promise<unknown>) => void }

export const setup = (api: Api): void => api.registerRemote(() => import('@bench/remote'))
