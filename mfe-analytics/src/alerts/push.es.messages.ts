import type { TranslationOf } from '../language/translate.ts'
import type * as source from './push.messages.ts'

export const push = {
  lead: 'El navegador muestra lo nuevo que trae una importación, también con esta página cerrada. El aviso no lleva contraseña ni dirección completa, y está en portugués.',
  logout: 'En un ordenador compartido, cierra la sesión al terminar: eso desactiva sus avisos.',
  off: 'Esta instalación no envía avisos a navegadores.',
  unsupported:
    'Este navegador no recibe avisos de esta página. Las ventanas privadas no los reciben; en iPhone y iPad, solo las páginas añadidas a la pantalla de inicio.',
  denied:
    'Las notificaciones de esta página están bloqueadas en este navegador. Para desbloquearlas, abre los permisos del sitio, junto a la dirección, permite Notificaciones y vuelve aquí.',
  on: 'Los avisos están activados en este navegador.',
  turnOn: 'Activar en este navegador',
  turningOn: 'Activando… Responde a la pregunta del navegador.',
  dismissed: 'El navegador aún espera tu permiso. Activa de nuevo y elige Permitir.',
  unreachable: 'El navegador no pudo obtener una dirección para avisos. Comprueba la conexión e inténtalo de nuevo.',
  browsers: 'Navegadores con avisos activados',
  here: 'Este navegador',
  facts: 'Desde {since}. Último aviso: {last}.',
  test: 'Probar',
  tested: 'El aviso de prueba va camino de {device}.',
  turnOff: 'Desactivar',
  remove: 'Quitar',
  what: '{action}: {device}, desde {since}',
} as const satisfies TranslationOf<typeof source.push>
