type Load = () => Promise<unknown>

const loaders = new Map<string, Load>()

export const registerRemote = (name: string, load: Load): void => {
  loaders.set(name, load)
}

/** Rejects for an unregistered remote. */
export const loadRemote = (name: string): Promise<unknown> =>
  loaders.get(name)?.() ?? Promise.reject(new Error(`no pilet has registered ${name}`))
