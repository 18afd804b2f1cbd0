type Request = { readonly descriptor: { readonly name: string } }

export const pageLoader = () => ({
  load: ({ descriptor: { name } }: Request): Promise<unknown> => import(/* webpackIgnore: true */ `@atalaia/${name}`),
  provided: () => ({}),
})
