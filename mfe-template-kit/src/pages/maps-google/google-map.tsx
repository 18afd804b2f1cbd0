import { place } from './place.ts'

/** Maps Embed API in a frame: Google's scripts stay out, and the content security policy stays strict. */
export const GoogleMap = ({ apiKey }: { readonly apiKey: string }) => {
  const query = new URLSearchParams({
    key: apiKey,
    q: `${place.latitude},${place.longitude}`,
    zoom: '14',
    language: 'pt-BR',
    region: 'BR',
  })
  return (
    // Of another origin: it can reach neither our page nor its own sandbox.
    // oxlint-disable react/iframe-missing-sandbox
    <iframe
      className="kit-map"
      title={`Mapa: ${place.name}`}
      src={`https://www.google.com/maps/embed/v1/place?${query}`}
      sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="strict-origin-when-cross-origin"
      loading="lazy"
    />
  )
}
