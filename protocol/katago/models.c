/* The networks in use, as KataGo describes its models. */
#include "query.h"

#include "base/system.h"
#include "protocol/io/json.h"

#include <stdio.h>
#include <string.h>

enum { FILE_NAME = 1024 };

/* Adds the network of an option.  False if the option names no network. */
static bool add_model(struct mi_reply *reply, miai_engine *engine, const char *option, bool human,
                      bool more)
{
    char file[FILE_NAME];
    miai_network_facts facts;
    int version = 0;
    if (!miai_option_applies(engine, option) ||
        miai_effective_option(engine, option, file, sizeof file) <= 0 ||
        strcmp(file, "none") == 0 || miai_describe_network(engine, file, 0, &facts) != MIAI_OK)
        return false;
    const char *number = strstr(facts.kind, "version ");
    if (number)
        sscanf(number + strlen("version "), "%9d", &version);
    mi_reply_add(reply, more ? ",{" : "{");
    mi_json_add_text(reply, "name", mi_system_basename(file));
    mi_json_add_text(reply, "internalName", facts.name);
    mi_reply_format(reply, "\"maxBatchSize\":1,\"usesHumanSLProfile\":%s,\"version\":%d,",
                    human && facts.metadata > 0 ? "true" : "false", version);
    mi_reply_add(reply, "\"usingFP16\":\"false\"}");
    return true;
}

/* Adds the network that is part of the program, if it is used.  It has no file. */
static bool add_built_in_model(struct mi_reply *reply, miai_engine *engine)
{
    char name[FILE_NAME];
    bool built_in;
    if (miai_network_in_use(engine, name, sizeof name, &built_in) <= 0 || !built_in)
        return false;
    mi_reply_add(reply, "{");
    mi_json_add_text(reply, "name", name);
    mi_json_add_text(reply, "internalName", name);
    mi_reply_add(reply, "\"maxBatchSize\":1,\"usesHumanSLProfile\":false,\"version\":0,"
                        "\"usingFP16\":\"false\"}");
    return true;
}

void mi_query_write_models(struct mi_reply *reply, miai_engine *engine)
{
    mi_reply_add(reply, "[");
    bool first = engine && (add_model(reply, engine, "network", false, false) ||
                            add_built_in_model(reply, engine));
    if (engine)
        add_model(reply, engine, "human-network", true, first);
    mi_reply_add(reply, "]");
}
