import type { Dossier } from '@atalaia/contracts/incidents'
import { renderDossier } from './dossier-pdf.ts'

export type DrawWork = { readonly dossier: Dossier; readonly brand: string }

export const draw = async ({ dossier, brand }: DrawWork): Promise<Uint8Array> =>
  new Uint8Array(await renderDossier(dossier, brand))
