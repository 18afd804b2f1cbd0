import { VIEW_SCOPES, type ViewScope } from '@atalaia/contracts/portal-scopes'
import { jwtDecode } from 'jwt-decode'

/** The rights of a token, as far as the screen shows them. The API alone decides what a token may. */
export type TokenRights = {
  /** Whether it may add addresses (M-EMBED-35). */
  readonly canAdd: boolean
  /** Whether it reaches some addresses of its organisation alone. */
  readonly isLimited: boolean
  /** The scopes of views that it names. */
  readonly views: readonly ViewScope[]
}

const ADD = 'emails:add'

const scopeOf = (token: string): unknown => {
  try {
    return jwtDecode<{ readonly scope?: unknown }>(token).scope
  } catch {
    return undefined
  }
}

/** The rights in the claim `scope` of a token (RFC 9068). A token that does not say it may have all of the dashboard, and no further view. */
export const rightsOf = (token: string | undefined): TokenRights => {
  const scope = token === undefined ? undefined : scopeOf(token)
  if (typeof scope !== 'string') return { canAdd: true, isLimited: false, views: [] }
  const words = scope.split(' ')
  return {
    canAdd: words.includes(ADD),
    isLimited: words.some((word) => /^(address|domain):/.test(word)),
    views: VIEW_SCOPES.filter((name) => words.includes(name)),
  }
}
