/** Pages that several packages know. Descriptors have all other routes. */
export const PRODUCT_ROUTES = {
  landing: '/',
  login: '/login',
  register: '/register',
  /** Requests a mail with a link for a new password. */
  recover: '/recuperar',
  resetPassword: '/redefinir',
  confirmMailbox: '/confirmar',
  /** End of a sign-in with a provider: a session, or the reason for the failure. */
  signIn: '/entrar',
  /** Requests an address of a company with its own provider. */
  companySignIn: '/entrar/empresa',
  /** Link of an invitation. */
  invitation: '/convite',
  acceptInvitation: '/app/convite',
  /** Page of a person who got a notice of a leak. */
  notice: '/aviso',
  privacy: '/privacidade',
  terms: '/termos',
  contact: '/contato',
  account: '/app/conta',
  organisation: '/app/organizacao',
  audit: '/app/organizacao/auditoria',
  /** Page of the installation's operators. */
  operator: '/app/operador',
  analytics: '/app/main/analytics',
} as const

/** Page after the login (P-LOGIN-6). */
export const HOME_ROUTE: string = PRODUCT_ROUTES.analytics

/** P-ROUTE-2 */
export const HOME_ALIASES: readonly string[] = ['/app', '/app/main', '/app/dashboard/visits']

/** Pages of the shell, without a remote. */
export const SHELL_ROUTES = { error: '/error', gallery: '/dev/ui' } as const

/** Public pages that send a signed-in person to {@link HOME_ROUTE} (P-ROUTE-10). */
export const ENTRANCE_ROUTES: readonly string[] = [
  PRODUCT_ROUTES.landing,
  PRODUCT_ROUTES.login,
  PRODUCT_ROUTES.register,
]

/** True for `/app` and paths below it, which need a session. */
export const isAppPath = (path: string): boolean => /^\/app(\/|$)/.test(path)

/** The wanted address below `/app` of this origin, or `undefined` (P-ROUTE-9). */
export const appAddress = (wanted: string | null | undefined): string | undefined => {
  if (!wanted?.startsWith('/app') || !URL.canParse(wanted, 'http://atalaia')) return undefined
  const { pathname, search, hash } = new URL(wanted, 'http://atalaia')
  return isAppPath(pathname) ? `${pathname}${search}${hash}` : undefined
}

export type RouteVisit = {
  /** Without query and fragment. */
  readonly path: string
  readonly access: 'public' | 'session'
  readonly signedIn: boolean
}

/**
 * `login` for a page without its session (P-ROUTE-7), `home` for an entrance page with one,
 * `undefined` for a page that is shown (P-ROUTE-1, P-ROUTE-11).
 */
export const redirectOf = ({ path, access, signedIn }: RouteVisit): 'login' | 'home' | undefined => {
  if (!signedIn && access === 'session') return 'login'
  return signedIn && ENTRANCE_ROUTES.includes(path) ? 'home' : undefined
}
