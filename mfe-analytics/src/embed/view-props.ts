import type { AnalyticsCase, HttpClient, Logger } from '@atalaia/contracts'
import type { TokenRights } from './token-rights.ts'

export type ViewProps = {
  readonly http: HttpClient
  readonly logger: Logger
  readonly rights: TokenRights
  readonly onCaseChanged: (changed: AnalyticsCase) => void
}
