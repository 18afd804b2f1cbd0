/** In the place of host-shell's federation: a remote is what its pilet has registered with the Piral instance. */
import { loadRemote } from './remotes.ts'

type Request = { readonly descriptor: { readonly name: string } }

export const pageLoader = () => ({
  load: ({ descriptor: { name } }: Request) => loadRemote(name),
  provided: () => ({}),
})
