import { VIEW_SCOPES, type ViewScope } from '@atalaia/contracts/portal-scopes'
import { jwtDecode } from 'jwt-decode'

/** Rights that the screen shows. The API alone decides. */
export type TokenRights = {
  /** M-EMBED-35 */
  readonly canAdd: boolean
  /** True when it reaches only some addresses of its organisation. */
  readonly isLimited: boolean
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

/**
 * Reads the claim `scope` (RFC 9068). A token without it may use the whole dashboard, and no
 * further view.
 */
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
