-- The postal code of a state or territory as typed into an address, by its letters alone, or null. The keys are those of
-- src/kernel/shipping/us-states.ts, and a test compares both (src/features/giveaways/eligibility/one-definition.test.ts).
create or replace function us_state(typed text) returns text language sql immutable parallel safe as $$
  select $json${
    "ALABAMA":"AL","ALASKA":"AK","ARIZONA":"AZ","ARKANSAS":"AR","CALIFORNIA":"CA","COLORADO":"CO","CONNECTICUT":"CT","DELAWARE":"DE",
    "DISTRICTOFCOLUMBIA":"DC","FLORIDA":"FL","GEORGIA":"GA","HAWAII":"HI","IDAHO":"ID","ILLINOIS":"IL","INDIANA":"IN","IOWA":"IA",
    "KANSAS":"KS","KENTUCKY":"KY","LOUISIANA":"LA","MAINE":"ME","MARYLAND":"MD","MASSACHUSETTS":"MA","MICHIGAN":"MI","MINNESOTA":"MN",
    "MISSISSIPPI":"MS","MISSOURI":"MO","MONTANA":"MT","NEBRASKA":"NE","NEVADA":"NV","NEWHAMPSHIRE":"NH","NEWJERSEY":"NJ",
    "NEWMEXICO":"NM","NEWYORK":"NY","NORTHCAROLINA":"NC","NORTHDAKOTA":"ND","OHIO":"OH","OKLAHOMA":"OK","OREGON":"OR",
    "PENNSYLVANIA":"PA","RHODEISLAND":"RI","SOUTHCAROLINA":"SC","SOUTHDAKOTA":"SD","TENNESSEE":"TN","TEXAS":"TX","UTAH":"UT",
    "VERMONT":"VT","VIRGINIA":"VA","WASHINGTON":"WA","WESTVIRGINIA":"WV","WISCONSIN":"WI","WYOMING":"WY","AMERICANSAMOA":"AS",
    "GUAM":"GU","NORTHERNMARIANAISLANDS":"MP","PUERTORICO":"PR","USVIRGINISLANDS":"VI","ARMEDFORCESAMERICAS":"AA",
    "ARMEDFORCESEUROPE":"AE","ARMEDFORCESPACIFIC":"AP","AL":"AL","AK":"AK","AZ":"AZ","AR":"AR","CA":"CA","CO":"CO","CT":"CT","DE":"DE",
    "DC":"DC","FL":"FL","GA":"GA","HI":"HI","ID":"ID","IL":"IL","IN":"IN","IA":"IA","KS":"KS","KY":"KY","LA":"LA","ME":"ME","MD":"MD",
    "MA":"MA","MI":"MI","MN":"MN","MS":"MS","MO":"MO","MT":"MT","NE":"NE","NV":"NV","NH":"NH","NJ":"NJ","NM":"NM","NY":"NY","NC":"NC",
    "ND":"ND","OH":"OH","OK":"OK","OR":"OR","PA":"PA","RI":"RI","SC":"SC","SD":"SD","TN":"TN","TX":"TX","UT":"UT","VT":"VT","VA":"VA",
    "WA":"WA","WV":"WV","WI":"WI","WY":"WY","AS":"AS","GU":"GU","MP":"MP","PR":"PR","VI":"VI","AA":"AA","AE":"AE","AP":"AP",
    "ALA":"AL","ARIZ":"AZ","ARK":"AR","CAL":"CA","CALIF":"CA","COLO":"CO","CONN":"CT","DEL":"DE","FLA":"FL","ILL":"IL","IND":"IN",
    "KAN":"KS","KANS":"KS","MASS":"MA","MICH":"MI","MINN":"MN","MISS":"MS","MONT":"MT","NEB":"NE","NEBR":"NE","NEV":"NV","NDAK":"ND",
    "NMEX":"NM","OKLA":"OK","ORE":"OR","OREG":"OR","PENN":"PA","PENNA":"PA","SDAK":"SD","TENN":"TN","TEX":"TX","WASH":"WA","WVA":"WV",
    "WIS":"WI","WISC":"WI","WYO":"WY","WASHINGTONDC":"DC","NORTHERNMARIANAS":"MP","VIRGINISLANDS":"VI","VIRGINISLANDSUS":"VI",
    "UNITEDSTATESVIRGINISLANDS":"VI","ARMEDFORCESAA":"AA","ARMEDFORCESAE":"AE","ARMEDFORCESAFRICA":"AE","ARMEDFORCESCANADA":"AE",
    "ARMEDFORCESMIDDLEEAST":"AE","ARMEDFORCESAP":"AP"
  }$json$::jsonb ->> regexp_replace(upper(normalize(typed, nfkc)), '[^A-Z]', '', 'g')
$$;
