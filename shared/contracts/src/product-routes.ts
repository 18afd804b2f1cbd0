/** Pages of the product that more than one package knows. A remote's other routes are in its descriptor alone. */
export const PRODUCT_ROUTES = {
  landing: '/',
  login: '/login',
  register: '/register',
  /** Asks for a mail with which another password may be chosen. */
  recover: '/recuperar',
  /** The link of that mail. */
  resetPassword: '/redefinir',
  /** The link of the mail that proves a mailbox. */
  confirmMailbox: '/confirmar',
  /** The page at the end of a sign-in with a provider: a session, or the reason why there is none. */
  signIn: '/entrar',
  /** Asks for the address of somebody whose company has a provider of its own. */
  companySignIn: '/entrar/empresa',
  /** The link of a mail that invites into an organisation. */
  invitation: '/convite',
  acceptInvitation: '/app/convite',
  privacy: '/privacidade',
  terms: '/termos',
  contact: '/contato',
  account: '/app/conta',
  organisation: '/app/organizacao',
  audit: '/app/organizacao/auditoria',
  /** The page of those who run the installation. */
  operator: '/app/operador',
  analytics: '/app/main/analytics',
} as const

/** The page that a person gets after a login (P-LOGIN-6). */
export const HOME_ROUTE: string = PRODUCT_ROUTES.analytics

/** Addresses that redirect to {@link HOME_ROUTE} (P-ROUTE-2); the last is the link of the 404 page. */
export const HOME_ALIASES: readonly string[] = ['/app', '/app/main', '/app/dashboard/visits']

/** Pages of the shell itself: they need no remote. */
export const SHELL_ROUTES = { error: '/error', gallery: '/dev/ui' } as const

/** Public pages that redirect a signed-in person to {@link HOME_ROUTE} (P-ROUTE-10). */
export const ENTRANCE_ROUTES: readonly string[] = [
  PRODUCT_ROUTES.landing,
  PRODUCT_ROUTES.login,
  PRODUCT_ROUTES.register,
]

/** True where a path lies in the area that needs a session: `/app`, or below it. */
export const isAppPath = (path: string): boolean => /^\/app(\/|$)/.test(path)

/**
 * The address inside the area of {@link isAppPath}, of this origin, that `wanted` names; `undefined` where it names
 * another (P-ROUTE-9).
 */
export const appAddress = (wanted: string | null | undefined): string | undefined => {
  if (!wanted?.startsWith('/app') || !URL.canParse(wanted, 'http://atalaia')) return undefined
  const { pathname, search, hash } = new URL(wanted, 'http://atalaia')
  return isAppPath(pathname) ? `${pathname}${search}${hash}` : undefined
}

export type RouteVisit = {
  /** The page's path, without query and fragment. */
  readonly path: string
  readonly access: 'public' | 'session'
  readonly signedIn: boolean
}

/**
 * The redirect that the access rule asks for: `login` (to {@link PRODUCT_ROUTES}.login) from a page that needs a
 * session without one (P-ROUTE-7), `home` from an entrance page with one, `undefined` when the page is shown
 * (P-ROUTE-1, P-ROUTE-11).
 */
export const redirectOf = ({ path, access, signedIn }: RouteVisit): 'login' | 'home' | undefined => {
  if (!signedIn && access === 'session') return 'login'
  return signedIn && ENTRANCE_ROUTES.includes(path) ? 'home' : undefined
}
