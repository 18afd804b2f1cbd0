import { reportPageSchema, type ReportKind } from '@atalaia/contracts/leak-reports'
import { sql } from '@atalaia/database'
import { omit } from 'zod/mini'
import { defineList } from '../../base/list.ts'

export type ReportQuery = {
  readonly organisationId: string
  readonly kind?: ReportKind | undefined
  /** A part of the title, in lower case. */
  readonly search?: string | undefined
}

export const reportList = defineList({
  as: 'listed',
  from: ({ organisationId }: ReportQuery) => sql`(
    SELECT id, 'mudanca' AS kind, 'mudanca' AS occasion, address AS title, day, NULL::date AS first_day, day AS last_day,
      serial AS place, NULL::timestamptz AS issued_at
    FROM report WHERE organisation_id = ${organisationId}
    UNION ALL
    SELECT id, kind, occasion, title, day, first_day, last_day, 0, issued_at
    FROM issued_document WHERE organisation_id = ${organisationId} AND kind IN ('endereco', 'organizacao')
  ) AS listed`,
  of: () => sql`true`,
  row: omit(reportPageSchema.shape.relatorios.def.element, { url: true }),
  columns: {
    id: sql`id::text`,
    tipo: sql`kind`,
    motivo: sql`occasion`,
    titulo: sql`title`,
    dia: sql`day::text`,
    de: sql`first_day::text`,
    ate: sql`last_day::text`,
  },
  filters: {
    kind: (kind) => sql`kind = ${kind}`,
    search: (text) => sql`strpos(lower(title), ${text}) > 0`,
  },
  order: sql`day DESC, issued_at DESC NULLS LAST, place DESC`,
})
