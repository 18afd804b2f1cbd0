import {
  array,
  boolean,
  enum as zEnum,
  int,
  maxLength,
  nonnegative,
  number,
  object,
  optional,
  record,
  refine,
  regex,
  string,
  type infer as Infer,
} from 'zod/mini'
import { artifactNameSchema, remoteNameSchema, versionSchema } from './descriptor.ts'

const milliseconds = number().check(nonnegative())
const phaseName = string().check(maxLength(40))
const routePath = string().check(maxLength(200))

/** Result of activating a remote's version, or of starting a shell, in one browser. */
export const activationReportSchema = object({
  remote: artifactNameSchema,
  version: versionSchema,
  /** `slow`: a fallback version replaced it, but it loaded later. */
  outcome: zEnum(['ready', 'failed', 'slow']),
  /** Phase of the failure or replacement. */
  phase: optional(phaseName),
  /** The screen was visible before: a crash. */
  shown: optional(boolean()),
  /** Message of the error. */
  cause: optional(string().check(maxLength(500))),
  /** Version that replaced it. */
  fallback: optional(versionSchema),
  /** Durations by phase. */
  milliseconds: record(phaseName, milliseconds),
  /** Path pattern of the asking route. */
  route: optional(routePath),
})
export type ActivationReport = Infer<typeof activationReportSchema>

/** One web vital of one page load. Milliseconds; CLS without a unit. */
export const vitalReportSchema = object({
  /** Path pattern of the opened route. */
  route: routePath,
  name: zEnum(['LCP', 'CLS', 'INP', 'TTFB', 'FCP']),
  value: number().check(nonnegative()),
})
export type VitalReport = Infer<typeof vitalReportSchema>

/** Calls per report: limits the effect of a forged report. */
export const CALLS_PER_REPORT = 500

const callCount = int().check(
  nonnegative(),
  refine((count) => count <= CALLS_PER_REPORT),
)

/** API calls of one remote version in one browser since its last report. */
export const callsReportSchema = object({
  remote: remoteNameSchema,
  version: versionSchema,
  made: callCount,
  /** Calls without an answer, or refused as wrong (M-REPORT-10). */
  failed: callCount,
})
export type CallsReport = Infer<typeof callsReportSchema>

/** Reports of each kind per body. */
export const REPORTS_PER_BODY = 20

/** Body of `POST /-/reports`: `application/json`, or `text/plain` from `sendBeacon`. */
export const reportsBodySchema = object({
  activations: optional(array(activationReportSchema).check(maxLength(REPORTS_PER_BODY))),
  vitals: optional(array(vitalReportSchema).check(maxLength(REPORTS_PER_BODY))),
  calls: optional(array(callsReportSchema).check(maxLength(REPORTS_PER_BODY))),
  /** Trace of the page load. Panels show it as their code. */
  trace: optional(string().check(regex(/^[\da-f]{32}$/))),
  /**
   * The shell did not start: address of the broken file, or the error. Pages with a known shell
   * version also report a failed activation.
   */
  shell: optional(string().check(maxLength(500))),
})
export type ReportsBody = Infer<typeof reportsBodySchema>
