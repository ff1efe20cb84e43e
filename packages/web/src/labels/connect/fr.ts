import type { ConnectLabels } from './en.ts';

/** The labels of the pages that connect a program in French. */
export const fr: ConnectLabels = {
  title: (program) => `Connecter ${program}`,
  heading: (program) => `Connecter ${program} à un Space`,
  lead: 'Ce programme demande à agir pour vous dans un Space. Continuez seulement si vous venez de lancer cela vous-même.',
  name_of_program: 'Nom que se donne le programme',
  published_by: 'Publié par',
  unknown_publisher: 'inconnu\u00a0: le programme s’est enregistré lui-même',
  then_return_to: 'Vous revenez ensuite à',
  program_on_device: 'un programme sur cet appareil',
  app_on_device: (protocol) => `l’application de cet appareil qui ouvre les liens ${protocol}`,
  key: 'Clé d’API du Space',
  key_hint:
    'Elle commence par wks_live_. L’opérateur du Space crée les clés. Sur la page suivante, vous choisissez ce que le programme peut faire.',
  key_fault: (reason) =>
    reason === 'revoked'
      ? 'Cette clé d’API a été révoquée.'
      : reason === 'expired'
        ? 'Cette clé d’API a expiré.'
        : 'Cette clé d’API n’est pas valide.',
  no_scopes: 'Cette clé n’a aucune des autorisations que le programme demande.',
  continue_button: 'Continuer',
  cancel_button: 'Annuler',

  scopes_title: (program) => `Que peut faire ${program}\u00a0?`,
  key_name: 'Clé',
  scopes: 'Autorisations',
  scopes_hint:
    '«\u00a0read\u00a0» montre des données et «\u00a0write\u00a0» les modifie. «\u00a0run\u00a0» a des effets à l’extérieur, comme publier une page ou envoyer une publication.',
  ends_with_key: 'L’accès prend fin avec la clé. L’opérateur du Space peut aussi le révoquer séparément.',
  choose_scope: 'Choisissez au moins une autorisation ou annulez.',
  allow_button: 'Autoriser',

  error_title: 'Connexion impossible',
  error_heading: 'Le programme ne peut pas être connecté',
  wrong_request: 'Le programme a envoyé une demande incorrecte\u00a0:',
  anyone_registers:
    'N’importe quel programme peut s’enregistrer ici. Suivez ce lien seulement si vous venez de lancer le programme vous-même.',
  return_to: (destination) => `Revenir à ${destination}`,
  too_many_keys: 'Trop de clés erronées ont été envoyées depuis ce réseau. Réessayez plus tard.',
  foreign_form: 'Ce formulaire a été envoyé depuis un autre site. Recommencez dans le programme que vous voulez connecter.',
  not_valid: 'Cette page n’est plus valide. Recommencez dans le programme que vous voulez connecter.',
};
