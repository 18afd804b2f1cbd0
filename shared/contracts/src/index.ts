// Descriptor and release: what is known of a remote without loading it.
export {
  artifactFileSchema,
  artifactSchema,
  budgetSchema,
  descriptorSchema,
  embedManifestSchema,
  remoteNameSchema,
  sourceDescriptorSchema,
  versionSchema,
} from './descriptor.ts'
export type {
  Artifact,
  ArtifactFile,
  Budget,
  Descriptor,
  EmbedManifest,
  PrerenderedPage,
  RemoteRoute,
  SharedModule,
  SidebarEntry,
  SourceDescriptor,
} from './descriptor.ts'
export { shellManifestSchema } from './shell-manifest.ts'
export type { ShellManifest } from './shell-manifest.ts'
export { currentReleaseSchema, RELEASE_ELEMENT_ID, releaseSchema } from './release.ts'
export type { Release, ReleaseRemote } from './release.ts'
export { defaultPublicConfig, publicConfigSchema } from './config.ts'
export type { PublicConfig } from './config.ts'
export { inRange } from './range.ts'
export { activationReportSchema, REPORTS_PER_BODY, reportsBodySchema, vitalReportSchema } from './report.ts'
export type { ActivationReport, ReportsBody, VitalReport } from './report.ts'

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
export { replayedEvents, shellOnlyEvents } from './events.ts'
export type { BusEventName, BusEvents, LoginOutcome, ToastKind } from './events.ts'
export type { SessionEnd, SessionState, User } from './session.ts'
export { defaultTheme, isTheme, themes } from './themes.ts'
export type { Theme } from './themes.ts'

// API payloads (P-API-3 to P-API-6).
export {
  addEmailBodySchema,
  analysesSchema,
  emailAddressSchema,
  loginAnswerSchema,
  loginBodySchema,
  monitoredEmailsSchema,
  signupBodySchema,
  summarySchema,
} from './api.ts'
export type { Analysis, LoginAnswer, MonitoredEmail, Ranked, Report, Summary } from './api.ts'
