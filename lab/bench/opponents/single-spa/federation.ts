/** In the place of host-shell's federation: a remote is a module of the page's import map. */

type Request = { readonly descriptor: { readonly name: string } }

export const pageLoader = () => ({
  load: ({ descriptor: { name } }: Request): Promise<unknown> => import(/* webpackIgnore: true */ `@atalaia/${name}`),
  provided: () => ({}),
})
