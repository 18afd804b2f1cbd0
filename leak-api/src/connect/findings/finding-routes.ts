import type { Database } from '@atalaia/database'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import {
  array,
  boolean,
  enum as oneOf,
  int,
  nullable,
  object,
  optional,
  record,
  regex,
  string,
  union,
  unknown,
} from 'zod/mini'
import { keyTenantOf } from '../../base/access/key-guard.ts'
import { keyFailures, keySecurity, limitOf, limitSchema } from '../../base/access/key-schemas.ts'
import type { Clock } from '../../base/clock.ts'
import { feedAnswers } from '../../base/answer-forms.ts'
import { createFeedIds, findingCef, findingEcs, findingJson } from './finding-formats.ts'
import { createFindingsRepository, type FindingsPage } from './findings-repository.ts'
import { findingsMisp } from './misp.ts'
import { findingsStix, STIX_TYPE, STIX_VERSION } from './stix.ts'

type FindingParts = {
  readonly database: Database
  readonly apiUrl: string
  readonly clock: Clock
}

type Page = FindingsPage & { readonly apiUrl: string }
const lines = (all: readonly string[]) => all.map((line) => `${line}\n`).join('')
const idsOf = ({ feedId, apiUrl }: Page) => createFeedIds(feedId, apiUrl)
const FORMS = {
  ecs: {
    type: 'application/x-ndjson; charset=utf-8',
    text: ({ findings }: Page) => lines(findings.map((finding) => JSON.stringify(findingEcs(finding)))),
  },
  cef: { type: 'text/plain; charset=utf-8', text: ({ findings }: Page) => lines(findings.map(findingCef)) },
  stix: {
    type: `${STIX_TYPE}; version=${STIX_VERSION}`,
    text: (page: Page) => JSON.stringify(findingsStix(page.findings, idsOf(page))),
  },
  misp: {
    type: 'application/json; charset=utf-8',
    text: (page: Page) => JSON.stringify(findingsMisp(page.findings, idsOf(page))),
  },
} as const

const findingSchema = object({
  id: string(),
  address: string(),
  found_at: string(),
  seen_on: nullable(string()),
  severity: int(),
  password: oneOf(['clear', 'hash', 'none']),
  websites: array(string()),
  source: object({
    name: string(),
    title: nullable(string()),
    domain: nullable(string()),
    kind: nullable(string()),
    leaked_on: nullable(string()),
    verified: nullable(boolean()),
  }),
})
/** `next` is the next call's cursor, also on the last page: later findings follow it. */
const pageSchema = object({ data: array(findingSchema), next: string(), more: boolean() })
const eventsSchema = object({ response: array(object({ Event: record(string(), unknown()) })) })
const querySchema = object({
  cursor: optional(string().check(regex(/^\d{1,18}$/, 'is no cursor of an answer'))),
  limit: limitSchema,
  format: optional(oneOf(['json', 'ecs', 'cef', 'stix', 'misp'])),
})

/** Findings for other systems: JSON, or lines for a SIEM (M-REST-1). */
export const findingRoutes: FastifyPluginCallbackZod<FindingParts> = (app, parts, done) => {
  const { database, apiUrl, clock } = parts
  const findings = createFindingsRepository(database)
  app.get(
    '/findings',
    {
      schema: {
        summary: 'Watched addresses in sources, in the order in which they were found',
        description:
          'With `format=ecs` one event of the Elastic Common Schema a line, with `format=cef` one of CEF, with `format=stix` ' +
          'a bundle of STIX 2.1, with `format=misp` events of MISP. The cursor of these is in the headers.',
        security: keySecurity,
        querystring: querySchema,
        response: { 200: feedAnswers(union([pageSchema, eventsSchema]), [STIX_TYPE]), ...keyFailures },
      },
      config: { keyScope: 'findings:read' },
    },
    async (request, reply) => {
      const { cursor = '0', limit, format = 'json' } = request.query
      const asked = { after: cursor, limit: limitOf(limit), at: clock() }
      const page = await findings.read(keyTenantOf(request), asked)
      if (format === 'json') return { data: page.findings.map(findingJson), next: page.last, more: page.isMore }
      const { type, text } = FORMS[format]
      reply.header('atalaia-next', page.last).header('atalaia-more', String(page.isMore)).type(type)
      return text({ ...page, apiUrl })
    },
  )
  done()
}
