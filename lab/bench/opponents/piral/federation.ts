/** Replaces host-shell's federation: pilets register remotes with the Piral instance. */
import { loadRemote } from './remotes.ts'

type Request = { readonly descriptor: { readonly name: string } }

export const pageLoader = () => ({
  load: ({ descriptor: { name } }: Request) => loadRemote(name),
  provided: () => ({}),
})
