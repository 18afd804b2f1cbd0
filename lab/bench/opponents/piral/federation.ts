import { loadRemote } from './remotes.ts'

type Request = { readonly descriptor: { readonly name: string } }

export const pageLoader = () => ({
  load: ({ descriptor: { name } }: Request) => loadRemote(name),
  provided: () => ({}),
})
