<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="kingdom" tilewidth="64" tileheight="74" tilecount="48" columns="8">
 <image source="kingdom.png" width="512" height="444"/>
 <tile id="0" type="grass">
  <properties>
   <property name="terrain" value="grass"/>
  </properties>
 </tile>
 <tile id="1" type="canyon">
  <properties>
   <property name="terrain" value="canyon"/>
  </properties>
 </tile>
 <tile id="2" type="desert">
  <properties>
   <property name="terrain" value="desert"/>
  </properties>
 </tile>
 <tile id="3" type="flower">
  <properties>
   <property name="terrain" value="flower"/>
  </properties>
 </tile>
 <tile id="4" type="forest">
  <properties>
   <property name="terrain" value="forest"/>
  </properties>
 </tile>
 <tile id="5" type="water">
  <properties>
   <property name="terrain" value="water"/>
  </properties>
 </tile>
 <tile id="6" type="mountain">
  <properties>
   <property name="terrain" value="mountain"/>
  </properties>
 </tile>
 <tile id="7" type="castle">
  <properties>
   <property name="terrain" value="castle"/>
  </properties>
 </tile>
 <tile id="8" type="nomad">
  <properties>
   <property name="terrain" value="nomad"/>
  </properties>
 </tile>
 <tile id="9" type="swamp">
  <properties>
   <property name="terrain" value="swamp"/>
  </properties>
 </tile>
 <tile id="10" type="palace">
  <properties>
   <property name="terrain" value="palace"/>
  </properties>
 </tile>
 <tile id="11" type="farmland">
  <properties>
   <property name="terrain" value="farmland"/>
  </properties>
 </tile>
 <tile id="12" type="silo">
  <properties>
   <property name="terrain" value="silo"/>
  </properties>
 </tile>
 <tile id="13" type="oracle">
  <properties>
   <property name="location" value="oracle"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="14" type="farm">
  <properties>
   <property name="location" value="farm"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="15" type="tavern">
  <properties>
   <property name="location" value="tavern"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="16" type="tower">
  <properties>
   <property name="location" value="tower"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="17" type="harbor">
  <properties>
   <property name="location" value="harbor"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="18" type="paddock">
  <properties>
   <property name="location" value="paddock"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="19" type="oasis">
  <properties>
   <property name="location" value="oasis"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="20" type="barn">
  <properties>
   <property name="location" value="barn"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="21" type="quarry">
  <properties>
   <property name="location" value="quarry"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="22" type="caravan">
  <properties>
   <property name="location" value="caravan"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="23" type="village">
  <properties>
   <property name="location" value="village"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="24" type="garden">
  <properties>
   <property name="location" value="garden"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="25" type="lighthouse">
  <properties>
   <property name="location" value="lighthouse"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="26" type="foresters_lodge">
  <properties>
   <property name="location" value="foresters_lodge"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="27" type="barracks">
  <properties>
   <property name="location" value="barracks"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="28" type="crossroads">
  <properties>
   <property name="location" value="crossroads"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="29" type="city_hall">
  <properties>
   <property name="location" value="city_hall"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="30" type="fort">
  <properties>
   <property name="location" value="fort"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="31" type="monastery">
  <properties>
   <property name="location" value="monastery"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="32" type="wagon">
  <properties>
   <property name="location" value="wagon"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="33" type="temple">
  <properties>
   <property name="location" value="temple"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="34" type="refuge">
  <properties>
   <property name="location" value="refuge"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="35" type="canoe">
  <properties>
   <property name="location" value="canoe"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="36" type="fountain">
  <properties>
   <property name="location" value="fountain"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="37" type="bazaar">
  <properties>
   <property name="location" value="bazaar"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="38" type="water_mill">
  <properties>
   <property name="location" value="water_mill"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="39" type="mountain_station">
  <properties>
   <property name="location" value="mountain_station"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="40" type="scout_cabin">
  <properties>
   <property name="location" value="scout_cabin"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="41" type="cathedral">
  <properties>
   <property name="location" value="cathedral"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="42" type="watchtower">
  <properties>
   <property name="location" value="watchtower"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="43" type="university">
  <properties>
   <property name="location" value="university"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="44" type="palisade">
  <properties>
   <property name="location" value="palisade"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="45" type="rope_bridge">
  <properties>
   <property name="location" value="rope_bridge"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
 <tile id="46" type="tree_house">
  <properties>
   <property name="location" value="tree_house"/>
   <property name="terrain" value="location"/>
  </properties>
 </tile>
</tileset>
