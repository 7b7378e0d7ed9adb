/** Words that say the same of a crisis. */
export const wordClasses: Record<string, string> = {
  medicine:
    'pill pills tablet tablets meds med medication medications medicine medicines tylenol paracetamol acetaminophen ibuprofen advil aspirin xanax xans ativan valium oxy oxycodone fentanyl fent insulin antidepressant antidepressants painkiller painkillers benadryl codeine morphine opioid opioids ambien lithium sertraline prozac zoloft sedatives percocet percs vicodin benzos klonopin seroquel trazodone lexapro adderall tramadol gabapentin heroin pastillas pastilla medicinas medicamentos somniferos clonazepam rivotril insulina',
  man: 'husband boyfriend ex partner fiance uncle grandfather grandpa marido esposo novio padrastro tio abuelo pareja',
  kin: 'mom mother dad father brother sister son daughter wife girlfriend friend cousin roommate flatmate aunt grandma grandmother nephew niece bestie coworker student mama madre papa padre hermano hermana hijo hija amigo amiga esposa novia primo prima abuela companero',
  child: 'kids children baby toddler babies newborn kid child bebe hijos',
  he: 'he she',
  him: 'him her',
  gun: 'gun pistol rifle shotgun revolver glock handgun firearm pistola arma escopeta',
  blade: 'blade blades razor razors knife scalpel navaja cuchillo cuchilla',
  rope: 'noose rope belt cord soga cuerda horca',
  poison: 'bleach antifreeze poison pesticide ammonia cyanide cloro veneno raticida',
  limb: 'wrist wrists arm arms thigh thighs leg legs forearm forearms brazos munecas piernas muslos',
  height:
    'bridge roof rooftop cliff ledge overpass railing balcony parapet platform tracks puente azotea balcon techo vias',
  day: 'monday tuesday wednesday thursday friday saturday sunday weekend',
  song: 'song lyrics chords band album karaoke sings singer tab lyric cancion letra',
  film: 'movie film show episode series season book novel poem chapter plot character actor documentary pelicula novela serie libro',
  game: 'game minecraft fortnite skyrim zelda elden level sims gta valorant warzone juego videojuego',
};
