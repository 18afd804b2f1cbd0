/** In the place of host-shell's federation: a remote is a module of the import map that native federation makes. */
import { load } from './loader.ts'

type Request = { readonly descriptor: { readonly name: string } }

export const pageLoader = () => ({
  load: ({ descriptor: { name } }: Request) => load(name, './remote'),
  provided: () => ({}),
})
