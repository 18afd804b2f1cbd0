import { useRemoteContext } from '@atalaia/react'
import { Alert, Card, Skeleton } from '@atalaia/ui'
import { lazy, Suspense } from 'react'
import { KitPage } from '../../kit/kit-page.tsx'
import { GoogleMap } from './google-map.tsx'
import { place } from './place.ts'
import './maps-google.css'

const LocalMap = lazy(async () => ({
  default: (await import(/* webpackChunkName: "local-map" */ './local-map.tsx')).LocalMap,
}))

/** Google's map with a key, else bundled shapes (P-KIT-25). */
export const Component = () => {
  const { googleMapsKey } = useRemoteContext().config
  return (
    <KitPage title="Mapas - Google" trail={['Mapas', 'Google']} lead="Um mapa com um marcador.">
      {!googleMapsKey && (
        <Alert kind="info">
          Sem chave do Google Maps na configuração: este mapa usa formas que vêm com a página, sem consultar servidor
          algum.
        </Alert>
      )}
      <Card title={place.name}>
        {googleMapsKey ? (
          <GoogleMap apiKey={googleMapsKey} />
        ) : (
          <Suspense fallback={<Skeleton height={480} />}>
            <LocalMap />
          </Suspense>
        )}
      </Card>
    </KitPage>
  )
}
