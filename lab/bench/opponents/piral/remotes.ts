type Load = () => Promise<unknown>

const loaders = new Map<string, Load>()

/** Keeps how a remote's module is loaded; its pilet calls it in its setup. */
export const registerRemote = (name: string, load: Load): void => {
  loaders.set(name, load)
}

/** Loads the module of a remote. Rejects when no pilet has registered it. */
export const loadRemote = (name: string): Promise<unknown> =>
  loaders.get(name)?.() ?? Promise.reject(new Error(`no pilet has registered ${name}`))
