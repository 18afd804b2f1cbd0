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

/** The result of activating one version of a remote, or of starting one of the shell, in one browser. */
export const activationReportSchema = object({
  remote: artifactNameSchema,
  version: versionSchema,
  /** `slow`: replaced by a fallback version because it was late, and activated after all. */
  outcome: zEnum(['ready', 'failed', 'slow']),
  /** The phase in which it failed, or was replaced. */
  phase: optional(phaseName),
  /** Set if the screen that failed had been shown before: a crash, and no failed activation. */
  shown: optional(boolean()),
  /** The error's message. */
  cause: optional(string().check(maxLength(500))),
  /** The fallback version that replaced it. */
  fallback: optional(versionSchema),
  /** The duration of each phase, by its name. */
  milliseconds: record(phaseName, milliseconds),
  /** The path pattern of the route that asked for it. */
  route: optional(routePath),
})
export type ActivationReport = Infer<typeof activationReportSchema>

/** One web vital of one page load; `value` in milliseconds, for CLS without a unit. */
export const vitalReportSchema = object({
  /** The path pattern of the route that the page was opened at. */
  route: routePath,
  name: zEnum(['LCP', 'CLS', 'INP', 'TTFB', 'FCP']),
  value: number().check(nonnegative()),
})
export type VitalReport = Infer<typeof vitalReportSchema>

/** The most calls that one report counts: one that is forged adds no more to the metrics. */
export const CALLS_PER_REPORT = 500

const callCount = int().check(
  nonnegative(),
  refine((count) => count <= CALLS_PER_REPORT),
)

/** Calls to the API that one version of a remote made in one browser since the report before. */
export const callsReportSchema = object({
  remote: remoteNameSchema,
  version: versionSchema,
  made: callCount,
  /** The number of calls without an answer of the API, or that the API refused as wrong (M-REPORT-10). */
  failed: callCount,
})
export type CallsReport = Infer<typeof callsReportSchema>

/** The most reports of each kind in one body. */
export const REPORTS_PER_BODY = 20

/** Body of `POST /-/reports`, as `application/json` or, from `sendBeacon`, `text/plain`. */
export const reportsBodySchema = object({
  activations: optional(array(activationReportSchema).check(maxLength(REPORTS_PER_BODY))),
  vitals: optional(array(vitalReportSchema).check(maxLength(REPORTS_PER_BODY))),
  calls: optional(array(callsReportSchema).check(maxLength(REPORTS_PER_BODY))),
  /** The trace of the page's load, which its panels show as their code. */
  trace: optional(string().check(regex(/^[\da-f]{32}$/))),
  /**
   * The shell could not start: the address of its file that failed, or the message of the error. A page that knows the version of its
   * shell reports a failed activation of it besides.
   */
  shell: optional(string().check(maxLength(500))),
})
export type ReportsBody = Infer<typeof reportsBodySchema>
