// Descriptor and release: what is known of a remote without loading it.
export {
  artifactFileSchema,
  artifactNameSchema,
  artifactSchema,
  channelSchema,
  declarationsSchema,
  descriptorSchema,
  embedManifestSchema,
  remoteNameSchema,
  SHELL_NAME,
  slotsOf,
  sourceDescriptorSchema,
  TYPES_FOLDER,
  versionSchema,
} from './descriptor.ts'
export type {
  Artifact,
  ArtifactFile,
  Descriptor,
  EmbedManifest,
  EmbedSurface,
  PrerenderedPage,
  RemoteRoute,
  RemoteWidget,
  SharedModule,
  SidebarEntry,
  SourceDescriptor,
} from './descriptor.ts'
export { routePattern, type RoutePattern } from './route-pattern.ts'
export { budgetExcesses, budgetSchema, type Budget, type BuildFiles } from './budget.ts'
export { deprecationSchema, shellManifestSchema } from './shell-manifest.ts'
export type { Deprecation, ShellManifest } from './shell-manifest.ts'
export {
  currentReleaseSchema,
  readsIndex,
  readsRest,
  RELEASE_ELEMENT_ID,
  releaseSchema,
  remoteIndexSchema,
  SHELL_VERSION_ATTRIBUTE,
  START_FAILURE_ELEMENT_ID,
  WAITING_ATTRIBUTE,
  WAITING_WHOLE,
  withIndex,
} from './release.ts'
export type { Release, ReleaseIndex, ReleaseRemote, RemoteIndex } from './release.ts'
export { defaultPublicConfig, publicConfigSchema } from './config.ts'
export type { PublicConfig } from './config.ts'
export { inRange } from './range.ts'
export { activationReportSchema, callsReportSchema, reportsBodySchema, vitalReportSchema } from './report.ts'
export { CALLS_PER_REPORT, REPORTS_PER_BODY } from './report.ts'
export type { ActivationReport, CallsReport, ReportsBody, VitalReport } from './report.ts'

// Context, bus and session: what a running remote is handed.
export { CONTRACT_VERSION } from './context.ts'
export type {
  Bus,
  HttpClient,
  HttpFailure,
  HttpResult,
  Logger,
  Parser,
  RemoteContext,
  RequestOptions,
  Unsubscribe,
} from './context.ts'
export type { Mount, MountedScreen, MountModule, MountRoute, PageNavigation, ScreenContext } from './mount.ts'
export { isProxyPage, serverMessage } from './server-message.ts'
export { COMPANY_SIGN_IN_PROBLEM, problemNameIn, PROBLEM_TYPES, PROOF_NEEDED_PROBLEM } from './problem-types.ts'
export type { ProblemName } from './problem-types.ts'
export { shellEvents } from './events.ts'
export type { BusEventName, BusEvents, LoginOutcome, ToastKind } from './events.ts'
export type { SessionEnd, SessionOrganisation, SessionState, User } from './session.ts'

// API payloads (P-API-3 to P-API-6).
export { addEmailBodySchema, analysesSchema, emailAddressSchema, monitoredEmailsSchema, summarySchema } from './api.ts'
export type { Analysis, MonitoredEmail, Ranked, Report, Summary } from './api.ts'
export { accountSchema, changeEmailBodySchema, changePasswordBodySchema } from './account.ts'
export { ACCOUNT_PASSWORD_PROBLEM, accountPasswordSchema, confirmMailboxBodySchema } from './account.ts'
export { DELETION_GRACE_DAYS, leavingSchema, loginAnswerSchema, loginBodySchema } from './account.ts'
export { mailboxConfirmedSchema, MAX_PERSON_NAME_LENGTH, personNameBodySchema, recoverBodySchema } from './account.ts'
export { resetPasswordBodySchema, sessionsSchema, signupBodySchema } from './account.ts'
export type { AccountFacts, AccountSession, LoginAnswer } from './account.ts'

// Sign-in with a provider (P-IDENTITY).
export { identitySchemas, SIGN_IN_FAILURES } from './identity.ts'
export type { IdentityFacts, SignInFailure } from './identity.ts'

// Organisations: roles, members, invitations.
export { isOwnAccount, mayAssign, mayDo, mayDoAsSupport, needsProvedMailbox, OPERATIONS } from './roles.ts'
export { proofFor, ROLE_LABELS, rolesFor, roleSchema } from './roles.ts'
export type { Operation, OperationProof } from './roles.ts'
export { LOOKERS, ROLES, type Role } from './role-names.ts'
export { invitationFactsSchema, invitationTokenBodySchema, inviteBodySchema } from './organisation.ts'
export { memberRoleBodySchema, organisationNameBodySchema, organisationSchema } from './organisation.ts'
export { ownershipBodySchema, ownOrganisationsSchema } from './organisation.ts'
export type { Invitation, InvitationFacts, Member, OrganisationFacts, OwnOrganisation } from './organisation.ts'

// One address: what is known of it, and what to do.
export { ADDRESS_FILTERS, ADDRESS_LEVELS, ADDRESS_ORDERS, ADDRESS_PAGE_SIZES, ADDRESS_SEEN } from './address-list.ts'
export { addressesBodySchema, addressesOutcomeSchema, addressIdsBodySchema, addressPageSchema } from './address-list.ts'
export { addressQueryShape, assignBodySchema, labelBodySchema, MAX_ADDRESS_LABELS } from './address-list.ts'
export type { AddressesOutcome, AddressFilter, AddressLevel, AddressOrder, AddressPage } from './address-list.ts'
export { MAX_LISTED_ADDRESSES, type AddressSeen, type ListedAddress } from './address-list.ts'
export { changedSchema, restoredSchema, type RestoredAddresses } from './address-changes.ts'
export { REMOVALS_PER_PAGE, removalsSchema, type Removals } from './removals.ts'
export { coveredSourcesSchema, SOURCE_PAGE_SIZES, sourcesQueryShape, type CoveredSource } from './covered-sources.ts'
export { ADDRESS_STEPS, exposureSchema, stepBodySchema, stepsSchema } from './exposure.ts'
export type { AddressStep, Exposure, FoundSource, Severity } from './exposure.ts'

// The rule of e-mail addresses.
export { MAX_ADDRESS_LENGTH, normalDomain, normalEmailAddress } from './email-address.ts'

// The product's days.
export { isCalendarDay, monthsBefore, saoPauloDay, SERVER_TIME, serverNow, TIME_ZONE } from './days.ts'

// Names that more than one package knows: addresses, product routes, channels, storage, themes, integrity.
export {
  API_BASE,
  DESCRIPTOR_FILE,
  EARLY_CALLS_ATTRIBUTES,
  EVENTS_PATH,
  GATEWAY_ADDRESSES,
  INDEX_ATTRIBUTES,
  PAGE_HEADER,
  PROGRAM_API,
  PUSH_WORKER,
  QUERY_PARAMETERS,
  ANY_VERSION,
  REMOTES_BASE,
  remoteBase,
  SESSION_PATHS,
  SHELL_BASE,
  SHELL_FILE,
} from './addresses.ts'
export {
  appAddress,
  ENTRANCE_ROUTES,
  HOME_ALIASES,
  HOME_ROUTE,
  isAppPath,
  PRODUCT_ROUTES,
  redirectOf,
  SHELL_ROUTES,
} from './product-routes.ts'
export type { RouteVisit } from './product-routes.ts'
export { LIFETIMES } from './lifetimes.ts'
export { allowsCall, API_SCOPES, askedScopes, holdsScope, REMOTE_SCOPES, TOKEN_EXCHANGE } from './api-scopes.ts'
export type { ApiScope, RemoteScope } from './api-scopes.ts'
export { CHANNEL_PATTERN, DEFAULT_CHANNEL } from './channels.ts'
export {
  OFFERED_TOKEN_KEY,
  PUSH_OWNER_KEY,
  SESSION_COOKIE,
  STORAGE_KEYS,
  accountMark,
  DRAFTS_PREFIX,
  draftsPrefixOf,
  closedWidgetsKey,
  fallbackVersionsKey,
  readNoticeKey,
} from './storage-keys.ts'
export { DEFAULT_THEME, isThemeName, LATE_FONT_ATTRIBUTE, SYSTEM_THEME, THEME_NAMES, themeOfChoice } from './themes.ts'
export type { ThemeChoice, ThemeName } from './themes.ts'
export { IMPOSSIBLE_INTEGRITY, INTEGRITY_REGISTRY_KEY } from './integrity.ts'
export { LOAD_LIMITS_MS } from './load-limits.ts'

// The names of an embed's element, which a build records.
export { ANALYTICS_SURFACE } from './embed-surface.ts'

// The contract with portals, which @atalaia/embed is built from.
export {
  ANALYTICS_ATTRIBUTES,
  ANALYTICS_DEFAULT_THEME,
  ANALYTICS_ELEMENT,
  ANALYTICS_ERROR_CODES,
  ANALYTICS_EVENTS,
  ANALYTICS_LOCALES,
  ANALYTICS_PARTS,
  ANALYTICS_PERIODS,
  ANALYTICS_REMOTE,
  ANALYTICS_SLOTS,
  ANALYTICS_STYLE_PARTS,
  ANALYTICS_VIEWS,
  EMBED_ENTRY,
  EMBED_FOLDER,
  EMBED_MANIFEST,
  EMBEDS_BASE,
  embedBase,
  MIN_REFRESH_SECONDS,
} from './embed.ts'
export type {
  AnalyticsAttributes,
  AnalyticsCallbacks,
  AnalyticsCase,
  AnalyticsErrorCode,
  AnalyticsEventMap,
  AnalyticsLocale,
  AnalyticsPart,
  AnalyticsPeriod,
  AnalyticsProperties,
  AnalyticsTheme,
  AnalyticsView,
  AnalyticsViewName,
  AtalaiaAnalyticsElement,
  DashboardContext,
  DashboardModule,
  GetToken,
  MountedDashboard,
  TokenReason,
} from './embed.ts'
