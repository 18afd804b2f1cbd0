import {
  array,
  enum as zEnum,
  maxLength,
  nonnegative,
  number,
  object,
  optional,
  record,
  string,
  type infer as Infer,
} from 'zod/mini'
import { remoteNameSchema, versionSchema } from './descriptor.ts'

const milliseconds = number().check(nonnegative())
const phaseName = string().check(maxLength(40))
const routePath = string().check(maxLength(200))

/** How bringing up one version of a remote ended in one browser. */
export const activationReportSchema = object({
  remote: remoteNameSchema,
  version: versionSchema,
  /** `slow`: given up because it took long while an older version was at hand, and found to work after all. */
  outcome: zEnum(['ready', 'failed', 'slow']),
  /** Where it failed, or was given up. */
  phase: optional(phaseName),
  /** Why. */
  cause: optional(string().check(maxLength(500))),
  /** The version that was taken in its place. */
  fallback: optional(versionSchema),
  /** How long each phase took, by its name. */
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

/** How many reports of each kind one body may carry. */
export const REPORTS_PER_BODY = 20

/** Body of `POST /-/reports`, as `application/json` or, from `sendBeacon`, `text/plain`. */
export const reportsBodySchema = object({
  activations: array(activationReportSchema).check(maxLength(REPORTS_PER_BODY)),
  vitals: array(vitalReportSchema).check(maxLength(REPORTS_PER_BODY)),
})
export type ReportsBody = Infer<typeof reportsBodySchema>
