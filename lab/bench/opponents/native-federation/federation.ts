import { load } from './loader.ts'

type Request = { readonly descriptor: { readonly name: string } }

export const pageLoader = () => ({
  load: ({ descriptor: { name } }: Request) => load(name, './remote'),
  provided: () => ({}),
})
