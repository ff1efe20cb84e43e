import type { ConnectLabels } from './en.ts';

/** The labels of the pages that connect a program in Spanish. */
export const es: ConnectLabels = {
  title: (program) => `Conectar ${program}`,
  heading: (program) => `Conectar ${program} a un Space`,
  lead: 'Este programa pide actuar por usted en un Space. Continúe solo si acaba de iniciar esto usted mismo.',
  name_of_program: 'Nombre que se da el programa',
  published_by: 'Publicado por',
  unknown_publisher: 'desconocido: el programa se registró a sí mismo',
  then_return_to: 'Después vuelve a',
  program_on_device: 'un programa en este dispositivo',
  app_on_device: (protocol) => `la aplicación de este dispositivo que abre enlaces ${protocol}`,
  key: 'Clave de API del Space',
  key_hint: 'Empieza por wks_live_. El operador del Space crea las claves. En la página siguiente elige lo que puede hacer el programa.',
  key_fault: (reason) =>
    reason === 'revoked'
      ? 'Esta clave de API fue revocada.'
      : reason === 'expired'
        ? 'Esta clave de API ha caducado.'
        : 'Esta clave de API no es válida.',
  no_scopes: 'Esta clave no tiene ninguno de los permisos que pide el programa.',
  continue_button: 'Continuar',
  cancel_button: 'Cancelar',

  scopes_title: (program) => `¿Qué puede hacer ${program}?`,
  key_name: 'Clave',
  scopes: 'Permisos',
  scopes_hint: '«read» muestra datos y «write» los cambia. «run» tiene efectos fuera, como publicar una página o enviar una publicación.',
  ends_with_key: 'El acceso termina con la clave. El operador del Space también puede revocarlo por separado.',
  choose_scope: 'Elija al menos un permiso o cancele.',
  allow_button: 'Permitir',

  error_title: 'No se puede conectar',
  error_heading: 'El programa no se puede conectar',
  wrong_request: 'El programa envió una solicitud incorrecta:',
  anyone_registers: 'Aquí se puede registrar cualquier programa. Siga este enlace solo si acaba de iniciar el programa usted mismo.',
  return_to: (destination) => `Volver a ${destination}`,
  too_many_keys: 'Se han enviado demasiadas claves incorrectas desde esta red. Inténtelo de nuevo más tarde.',
  foreign_form: 'Este formulario se envió desde otro sitio. Empiece de nuevo en el programa que quiere conectar.',
  not_valid: 'Esta página ya no es válida. Empiece de nuevo en el programa que quiere conectar.',
};
