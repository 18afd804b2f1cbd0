import type { OrderName } from '@atalaia/artifact/rows'
import { Button, Card, DataTable, ScrollBox, useLoaded } from '@atalaia/ui'
import { useState } from 'react'
import { answerOf } from '../gateway/answer-of.ts'
import type { Live } from '../gateway/answers.ts'
import type { Gateway } from '../gateway/create-gateway.ts'
import { timeText } from '../texts.ts'
import type { Promoting } from '../promote/promote-dialog.tsx'
import { BrowserVerdict, StandingButton } from './browser-verdict.tsx'
import { DifferenceView } from './difference-view.tsx'
import { PreviewLink } from './preview-link.tsx'

type VersionsCardProps = {
  readonly gateway: Gateway
  readonly remote: string
  readonly channel: string
  readonly live: Live
  may(order: OrderName): boolean
  promote(promoting: Promoting): void
}

const SHOWN = 20

export const VersionsCard = ({ gateway, remote, channel, live, may, promote }: VersionsCardProps) => {
  const [compared, setCompared] = useState<string>()
  const [shown, setShown] = useState<string>()
  const versions = live.artifacts.filter(({ name, prunedAt }) => name === remote && prunedAt === null).toReversed()
  // A gateway that knows no verdicts has none.
  const { value: said } = useLoaded(may('history') ? remote : undefined, () => answerOf(() => gateway.verdicts(remote)))
  const verdictOn = (version: string | undefined) => said?.verdicts.find(({ verdict }) => verdict.version === version)
  const [opened, setOpened] = useState<string>()
  const openedRow = verdictOn(opened)
  const pointer = live.pointers.find((one) => one.remote === remote && one.channel === channel)
  const isLive = (version: string) => pointer?.version === version
  const isCanary = (version: string) => pointer?.candidate === version
  const standingOf = (version: string) => (
    <StandingButton
      row={verdictOn(version)}
      open={opened === version}
      onToggle={() => setOpened(opened === version ? undefined : version)}
    />
  )
  const actionsOf = (version: string) => (
    <div className="console-actions">
      {!isLive(version) && may('promote') && (
        <Button
          size="small"
          onClick={() =>
            promote({
              version,
              isHeld: pointer?.candidate === version && pointer.held !== null,
              current: pointer?.version ?? null,
            })
          }
        >
          Promover {version}
        </Button>
      )}
      {!isLive(version) && pointer?.version && (
        <Button
          size="small"
          variant="ghost"
          aria-expanded={compared === version}
          onClick={() => setCompared(compared === version ? undefined : version)}
        >
          Comparar {version}
        </Button>
      )}
      {may('preview') && (
        <Button size="small" variant="ghost" onClick={() => setShown(version)}>
          Prévia de {version}
        </Button>
      )}
    </div>
  )
  return (
    <Card title="Versões">
      {versions.length === 0 && <p className="ui-muted">Nada foi publicado ainda.</p>}
      {versions.length > 0 && (
        <ScrollBox label={`Versões de ${remote}`}>
          <DataTable
            className="console-table"
            rows={versions.slice(0, SHOWN)}
            keyOf={({ version }) => version}
            columns={[
              { key: 'version', title: 'Versão', isRowHeader: true, cell: ({ version }) => version },
              {
                key: 'share',
                title: 'Quem recebe',
                cell: ({ version }) =>
                  isLive(version) ? 'todos' : isCanary(version) ? `${pointer?.percent ?? 0} %` : 'ninguém',
              },
              {
                key: 'standing',
                title: 'No navegador',
                cell: ({ version }) => standingOf(version),
              },
              { key: 'actions', title: 'Ações', cell: ({ version }) => actionsOf(version) },
              { key: 'at', title: 'Publicada', cell: ({ publishedAt }) => timeText(publishedAt) },
              { key: 'by', title: 'Por', cell: ({ publishedBy }) => publishedBy },
            ]}
          />
        </ScrollBox>
      )}
      {openedRow && <BrowserVerdict row={openedRow} />}
      {compared !== undefined && pointer?.version && (
        <DifferenceView gateway={gateway} remote={remote} from={pointer.version} to={compared} />
      )}
      {shown !== undefined && (
        <PreviewLink gateway={gateway} remote={remote} version={shown} onClose={() => setShown(undefined)} />
      )}
    </Card>
  )
}
