type LoadRemoteModule = (remote: string, module: string) => Promise<unknown>

let loadRemoteModule: LoadRemoteModule | undefined

/** Keeps the function that loads a remote's module once federation is initialized. */
export const useLoader = (load: LoadRemoteModule): void => {
  loadRemoteModule = load
}

export const load: LoadRemoteModule = (remote, module) =>
  loadRemoteModule?.(remote, module) ?? Promise.reject(new Error('federation is not initialized'))
