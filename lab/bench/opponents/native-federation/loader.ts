type LoadRemoteModule = (remote: string, module: string) => Promise<unknown>

let loadRemoteModule: LoadRemoteModule | undefined

export const useLoader = (load: LoadRemoteModule): void => {
  loadRemoteModule = load
}

export const load: LoadRemoteModule = (remote, module) =>
  loadRemoteModule?.(remote, module) ?? Promise.reject(new Error('federation is not initialized'))
