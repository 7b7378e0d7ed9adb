import type { Pattern } from '../../word-list.ts';

/**
 * Words that crises have and ordinary texts seldom: weights that speak for a crisis without any of them sum up a way to
 * talk. Left out is what people text all day (life, tonight, the end, a bus, a plan).
 */
export const tellingWords: Pattern[] = [
  '(?:die|dies|dying|dead|death|kill\\w*|suicid\\w*|kms|ctb|unaliv\\w*|alive|exist\\w*|living)',
  '(?:my (?:own )?life|end(?:ing)? it|ending (?:things|my)|goodbyes?|coffin|burden|(?:wrote|written|writing|left|leaving|my) (?:[^ .]+ ){0,3}(?:letters?|notes?))',
  '(?:rope|noose|belt|cord|tied|beam|guns?|pistol|shotgun|rifle|bullet|blades?|razors?|knife|lighter|hosepipe)',
  '(?:pills?|tablets?|meds|medication|insulin|morphine|overdos\\w*|od|bottles?|packets?|bleach|pesticide|antifreeze|poison\\w*)',
  '(?:bridge|roof|rooftop|ledge|cliffs?|edge|tracks|rails?|railings?|viaduct|overpass|river|lake|canal|reservoir|quarry|lorry|truck|platform|balcony)',
  '(?:jump\\w*|hang|hanging|hanged|hung|drown\\w*|cuts?|cutting|slit\\w*|slic\\w*|bleed\\w*|bled|blood|burn\\w*|harm\\w*|starv\\w*|swallow\\w*|took|taken|drank|drunk|strangl\\w*|chok\\w*|stab\\w*|shot|shoot\\w*)',
  '(?:myself|himself|herself|wrists?|throat|veins?|neck|arms?|skin|scars?|bruis\\w*|hurts? me)',
  '(?:decided|intend\\w*|planning|attempt\\w*|on purpose)',
  '(?:hits|beat\\w*|raped?|locked|hid|hiding|debts?)',
];
