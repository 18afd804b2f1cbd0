// Settings
export {
  DEMANDED_DATABASE,
  EMBEDDED,
  fields,
  readSettings,
  setting,
  webAddress,
  webOrigin,
  withoutSlashesAtEnd,
} from './settings.ts'
export type { DemandedSetting, LogLevel, Settings } from './settings.ts'
export { SIGN_IN_SETTINGS, signInAddresses } from './sign-in-addresses.ts'
export type { SignInAddresses } from './sign-in-addresses.ts'
// Clients' addresses
export { networkOf, routedBlockOf, trustFunction } from './client-address.ts'
export type { TrustFunction, TrustProxy } from './client-address.ts'
// Database
export { openDatabase, openUnmigrated } from './database.ts'
export type { DatabaseOptions, OpenedDatabase } from './database.ts'
export { demandDatabase, noteDatabase } from './existing-database.ts'
export type { DatabasePlace } from './existing-database.ts'
export { beforeMigrating, untilMigrated } from './migrating.ts'
export type { MigratingSettings } from './migrating.ts'
export { addDatabaseCommands } from './moving.ts'
export type { DatabaseCommandOptions } from './moving.ts'
// Checks of an installation
export { hasFailed, reportsOutcome, reportsSchema, reportsText, runChecks } from './installation/check.ts'
export type { Check, Report } from './installation/check.ts'
export { databaseChecks } from './installation/database-checks.ts'
export type { DatabaseCheckOptions } from './installation/database-checks.ts'
export { askInstallation, installationRoute } from './installation/installation-route.ts'
export { backupCheck, certificateCheck, diskCheck, dnsCheck } from './installation/machine-checks.ts'
// The base of command lines, which the packages for teams have too
export { codeOf, createCommandLine, EXIT, messageOf, Misuse } from '@atalaia/cli/base'
export type { Command, CommandLine, CommandLineOptions, Order, Outcome } from '@atalaia/cli/base'
// Errors
export { Problem, PROBLEM_MEDIA_TYPE, problemBody, problemSchema, sendProblem, sendProblemText } from './problem.ts'
export type { FailureReply, ProblemBody, ProblemOptions } from './problem.ts'
export { SCIM_MEDIA_TYPE, sendProgramProblem, type ProgramProtocol } from './program-problem.ts'
export { createErrorHandlers } from './error-handler.ts'
export type { ErrorAnswers, ErrorHandlers, Failure, InvalidInput } from './error-handler.ts'
// Routes
export { livenessRoute } from './liveness-route.ts'
export { demandSchemas } from './demand-schemas.ts'
// Metrics
export {
  createMetricsRegistry,
  isEventStream,
  isLocal,
  measureConnections,
  measureDisk,
  metricsRoute,
} from './metrics.ts'
export type { MeasuredDisk } from './metrics.ts'
// Policies of answers
export { contentPolicy, INERT_POLICY } from './content-policy.ts'
export type { PolicyDirectives } from './content-policy.ts'
// The address that a request asks
export { askedAddress, isAskedHost, originIn } from './request-host.ts'
// Bounds for clients
export { connectionOptions, guardRequests, LISTEN_BACKLOG } from './request-guard.ts'
export type { RequestGuardOptions } from './request-guard.ts'
export { paceRequests } from './request-pacing.ts'
export { listenSecure } from './secure-server.ts'
export type { ListeningSecure, SecureServerOptions } from './secure-server.ts'
export { cookiesNamed, setCookie } from './cookies.ts'
export type { NewCookie } from './cookies.ts'
export { randomHex } from './random-hex.ts'
export { createByteShares } from './byte-shares.ts'
export { createClientShares } from './client-shares.ts'
export type { ByteShares, ByteShareOptions } from './byte-shares.ts'
// Addresses that others name
export { callForeign, fetchForeign, isIssuerAddress } from './foreign-fetch.ts'
export { isReachable } from './reachable-addresses.ts'
export type { ForeignAddresses, ForeignAnswer, ForeignFetchOptions, ForeignRequest } from './foreign-fetch.ts'
// Request logging and traces
export { loggerOptions, oneLineLog, warnLine } from './request-log.ts'
export type { LogOptions, LogSink } from './request-log.ts'
export { traceOf, traceRequests } from './tracing/trace.ts'
export type { Trace, TraceOptions } from './tracing/trace.ts'
export { startTracing, type TracingOptions } from './tracing/start-tracing.ts'
export type { RequestFacts, RequestSpan, SpanPlace, Tracing } from './tracing/tracing.ts'
// Texts of others
export { decodeText } from './decode-text.ts'
// Answers
export { acceptedCodings, codingFor, compressAnswers, varyBy } from './content-coding.ts'
// The process
export { exitWith, handleShutdown } from './shutdown.ts'
export type { Shutdown, ShutdownLog, ShutdownOptions } from './shutdown.ts'
// The session of a call, between API and gateway
export { readSessionFacts, SESSION_FACTS_HEADER, sessionFactsSchema, writeSessionFacts } from './session-facts.ts'
export type { SessionFacts } from './session-facts.ts'
// Rate limits
export { createRateLimits, secondsToWait } from './rate-limit.ts'
export type {
  Allowance,
  GrowingDelay,
  GrowingDelayOptions,
  RateLimit,
  RateLimits,
  Refusal,
  WindowOptions,
} from './rate-limit.ts'
export type { LimiterStore } from './rate-limit-store.ts'
// Fair shares
export { createFairQueue } from './fair-queue.ts'
export type { EnterOptions, FairQueue, FairQueueOptions, Place } from './fair-queue.ts'
