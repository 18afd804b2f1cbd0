import { RIGHTS, rightSchema } from '@atalaia/artifact'
import { artifactNameSchema } from '@atalaia/contracts'
import { normalEmailAddress } from '@atalaia/contracts/email-address'
import { z } from 'zod'
import { PUBLISHER_KINDS } from './publishers.ts'
import { DEFAULT_KEY_MINUTES, MAX_PERSON_KEY_MINUTES } from './rights.ts'
import { actRow, exchangeRow, personRow, publisherRow, teamRow, tokenRow } from './rows.ts'

// Orders about rights, and their answers, which the gateway's routes and `npm run remotes` share.

const MAX_TOKEN_MINUTES = 3650 * 1440
const label = z.string().regex(/^[\w.@ -]{1,60}$/, 'a label has letters, digits, . @ - and _')
const may = z
  .array(rightSchema, `is a list of ${RIGHTS.join(', ')}`)
  .max(RIGHTS.length)
  .transform((rights) => RIGHTS.filter((right) => rights.includes(right)))
/** In lower case, with letters that names in the history may have. */
const email = z
  .string()
  .max(120)
  .transform((text) => normalEmailAddress(text) ?? '')
  .refine((text) => /^[\w.+@-]+$/.test(text), 'is an e-mail address: ana@example.com')
const team = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'a team is named in lower case, with -')
  .max(60)
const claimName = z.string().regex(/^[\w:./-]{1,80}$/, 'a claim has letters, digits, _ : . / and -')
const claimValue = z.string().min(1).max(300)
const RESERVED = ['iss', 'aud', 'exp', 'iat', 'nbf', 'jti']

export const tokenOrder = z.object({
  remote: artifactNameSchema,
  label: label.default('ci'),
  minutes: z.int().min(1).max(MAX_TOKEN_MINUTES).nullable().default(DEFAULT_KEY_MINUTES),
})
/** Body of `POST /-/publishers`. Default kind: by the issuer. Default right: view (M-TRUST-3). */
export const publisherOrder = z.object({
  remote: artifactNameSchema,
  issuer: z.string().max(300),
  kind: z.enum(PUBLISHER_KINDS).optional(),
  repository: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)+$/, 'a repository is owner/name')
    .max(200)
    .optional(),
  branch: claimValue.optional(),
  environment: claimValue.optional(),
  claims: z
    .record(claimName, claimValue)
    .default({})
    .refine((claims) => Object.keys(claims).length <= 20, 'are 20 claims at most')
    .refine(
      (claims) => !Object.keys(claims).some((name) => RESERVED.includes(name)),
      `has ${RESERVED.join(', ')} by itself`,
    ),
  may: may.default([...RIGHTS]),
})
/** Body of `POST /-/people`. Without rights in a team, a person may view. */
export const personOrder = z
  .object({
    email,
    operator: z.boolean().optional(),
    team: team.optional(),
    may: may.default([]),
  })
  .refine((person) => person.team !== undefined || person.may.length === 0, 'rights are those of a team: name it')
export const personKeyOrder = z.object({
  label: label.default('key'),
  minutes: z.int().min(1).max(MAX_PERSON_KEY_MINUTES).default(DEFAULT_KEY_MINUTES),
})
/** Body of `PUT /-/teams/:team`: all remotes of the team. */
export const teamOrder = z.object({ remotes: z.array(artifactNameSchema).max(200) })

export const idParams = z.object({ id: z.string().max(40) })
export const emailParams = z.object({ email })
export const teamParams = z.object({ team })
export const remoteQuery = z.object({ remote: z.optional(artifactNameSchema) })
export const teamQuery = z.object({ team: team.optional() })

export const newKeyAnswer = z.object({ id: z.string(), token: z.string(), ends: z.string().nullable().default(null) })
export const tokensAnswer = z.object({ tokens: z.array(tokenRow).readonly() })
export const publisherAnswer = z.object({ publisher: publisherRow })
export const publishersAnswer = z.object({ publishers: z.array(publisherRow).readonly() })
export const peopleAnswer = z.object({ people: z.array(personRow).readonly(), teams: z.array(teamRow).readonly() })
export const actsAnswer = z.object({ acts: z.array(actRow).readonly(), exchanges: z.array(exchangeRow).readonly() })
