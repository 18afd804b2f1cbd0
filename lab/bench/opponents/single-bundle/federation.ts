const remotes: Readonly<Record<string, () => Promise<unknown>>> = {
  'mfe-analytics': () => import('@bench/analytics'),
  'mfe-auth': () => import('@bench/auth'),
  'mfe-landing': () => import('@bench/landing'),
  'mfe-template-kit': () => import('@bench/template-kit'),
}

type Request = { readonly descriptor: { readonly name: string } }

export const pageLoader = () => ({
  load: ({ descriptor: { name } }: Request) => remotes[name]?.() ?? Promise.reject(new Error(`no ${name}`)),
  provided: () => ({}),
})
