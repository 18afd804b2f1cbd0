import type { Descriptor } from '@atalaia/contracts'

/** A remote with its address, ready to be loaded. `baseUrl` is absolute, with a trailing slash. */
export type LoadRequest = { readonly descriptor: Descriptor; readonly baseUrl: string }

/**
 * Brings a remote's exposed module into the page. It rejects with a {@link RemoteError} of the phase
 * `entry script`, `shared modules` or `module`; calling it again after a failure tries again.
 */
export type RemoteLoader = {
  load(request: LoadRequest): Promise<unknown>
  /** Versions of the modules that the page shares, by name. */
  provided(): Readonly<Record<string, readonly string[]>>
}
