import { Alert, Button, Card, DataTable, ScrollBox, useAction } from '@atalaia/ui'
import { useState } from 'react'
import { answerOf, messageOf } from '../gateway/answer-of.ts'
import type { InstallationReport } from '../gateway/answers.ts'
import type { Gateway } from '../gateway/create-gateway.ts'

const STATE_TEXT: Readonly<Record<InstallationReport['state'], string>> = {
  ok: 'Certo',
  warn: 'Atenção',
  fail: 'Falha',
}

const summary = (reports: readonly InstallationReport[]): string => {
  const failed = reports.filter(({ state }) => state === 'fail').length
  if (failed === 0) return 'Nenhuma verificação falhou.'
  return failed === 1 ? '1 verificação falhou.' : `${failed} verificações falharam.`
}

/** M-CONSOLE-14 */
export const InstallationCard = ({ gateway }: { readonly gateway: Gateway }) => {
  const [reports, setReports] = useState<readonly InstallationReport[]>()
  const { isBusy, problem, run } = useAction(messageOf)
  const check = async () => setReports(await run(() => answerOf(gateway.installation)))
  const isWell = reports?.every(({ state }) => state !== 'fail') === true
  return (
    <Card title="Instalação">
      <p className="ui-muted">Banco, chaves, relógio, email, DNS, certificado, disco e backup.</p>
      <Button onClick={() => void check()} busy={isBusy}>
        Verificar agora
      </Button>
      {problem && <Alert kind="danger">{problem}</Alert>}
      {reports && (
        <>
          <Alert kind={isWell ? 'success' : 'danger'}>{summary(reports)}</Alert>
          <ScrollBox label="Verificações da instalação">
            <DataTable
              className="console-table"
              caption="Verificações da instalação"
              rows={reports}
              keyOf={({ name }) => name}
              columns={[
                { key: 'name', title: 'O quê', isRowHeader: true, cell: ({ name }) => name },
                { key: 'state', title: 'Estado', cell: ({ state }) => STATE_TEXT[state] },
                { key: 'text', title: 'Resultado', cell: ({ text }) => text },
                { key: 'advice', title: 'O que fazer', cell: ({ advice }) => advice ?? '' },
              ]}
            />
          </ScrollBox>
        </>
      )}
    </Card>
  )
}
