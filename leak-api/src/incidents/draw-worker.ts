import { parentPort, workerData } from 'node:worker_threads'
import type { Dossier } from '@atalaia/contracts/incidents'
import { renderDossier } from './dossier-pdf.ts'

/** The input of this thread (`draw-thread.ts` starts it). */
export type DrawWork = { readonly dossier: Dossier; readonly brand: string }

const { dossier, brand }: DrawWork = workerData
parentPort?.postMessage(new Uint8Array(await renderDossier(dossier, brand)))
