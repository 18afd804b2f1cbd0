/** Replaces host-shell's federation: a remote is a module of native federation's import map. */
import { load } from './loader.ts'

type Request = { readonly descriptor: { readonly name: string } }

export const pageLoader = () => ({
  load: ({ descriptor: { name } }: Request) => load(name, './remote'),
  provided: () => ({}),
})
